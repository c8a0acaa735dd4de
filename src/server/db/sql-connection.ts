/** One plain connection to a database. */
export interface SqlConnection {
  query(sql: string, parameters?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Several statements, no parameters. */
  script(sql: string): Promise<void>;
}
