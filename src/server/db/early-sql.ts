/**
 * A statement whose result is available before it is committed. Once its rows arrive, it has run and passed all its
 * checks; only its commit still waits for the disk. Work that depends on the rows may begin at once, but none of its
 * results may be shown or stored before `committed` resolves.
 */
import type pg from 'pg';
import { isLostStatement, statementsOfTemplates } from './statements';

export interface EarlyResult<Row> {
  rows: Row[];
  /** Resolves once the rows are on disk. Rejects if they are not stored, or if that is unknown. */
  committed: Promise<void>;
}

export type EarlySql = <Row extends object>(
  parts: TemplateStringsArray,
  ...values: unknown[]
) => Promise<EarlyResult<Row>>;

/** Parts of the driver's query that its types leave out. */
interface QueryInsides extends pg.Submittable {
  portal: string;
  _canceledDueToError: unknown;
  _result: { rows: object[] };
  _getRows(connection: ConnectionInsides): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
}

interface ConnectionInsides {
  execute(portal: { portal: string }): void;
  flush(): void;
  sync(): void;
}

type EarlyQuery = new (statement: pg.QueryConfig, onRows: (rows: object[]) => void) => pg.Submittable;

/**
 * The server commits a single statement when it reads Sync. A Flush before it makes the server send the rows first, in
 * the same round trip.
 */
function earlyQuery(driver: typeof pg): EarlyQuery {
  const Query = driver.Query as unknown as new (statement: pg.QueryConfig) => QueryInsides;
  return class extends Query {
    constructor(
      statement: pg.QueryConfig,
      private readonly onRows: (rows: object[]) => void,
    ) {
      super(statement);
    }

    override _getRows(connection: ConnectionInsides): void {
      connection.execute({ portal: this.portal });
      connection.flush();
      connection.sync();
    }

    override handleCommandComplete(message: unknown, connection: unknown): void {
      super.handleCommandComplete(message, connection);
      if (!this._canceledDueToError) this.onRows(this._result.rows);
    }
  };
}

export function createEarlySql(pool: pg.Pool): EarlySql {
  const statementOf = statementsOfTemplates();
  let Query: EarlyQuery | undefined;
  let canPrepare = true;
  return async <Row extends object>(parts: TemplateStringsArray, ...values: unknown[]) => {
    const { name, text } = statementOf(parts);
    Query ??= earlyQuery((await import('pg')).default);
    if (!canPrepare) return startQuery<Row>(pool, Query, { text, values });
    try {
      return await startQuery<Row>(pool, Query, { name, text, values });
    } catch (error) {
      // Rejected before it ran, so it can be repeated.
      if (!isLostStatement(error)) throw error;
      canPrepare = false;
      return startQuery<Row>(pool, Query, { text, values });
    }
  };
}

const startQuery = <Row extends object>(pool: pg.Pool, Query: EarlyQuery, statement: pg.QueryConfig) =>
  new Promise<EarlyResult<Row>>((resolve, reject) => {
    const onRows = (rows: object[]) => resolve({ rows: rows as Row[], committed });
    // The driver's types have no promise for a custom query, but the pool returns one.
    const done = pool.query(new Query(statement, onRows)) as unknown as Promise<{ rows: object[] }>;
    // Does nothing if the rows came before.
    const committed: Promise<void> = done.then(({ rows }) => onRows(rows));
    // Once the rows have arrived, an error can only concern the commit.
    committed.catch(reject);
  });
