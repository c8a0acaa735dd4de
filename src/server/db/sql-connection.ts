/** One plain connection to a database. */
export interface SqlConnection {
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs several statements, without parameters. */
  script(sql: string): Promise<void>;
}
