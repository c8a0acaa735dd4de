import {
  type ExecProtocolOptions,
  PGlite,
  parse,
  protocol,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';

const { serialize } = protocol;

/** More than the number of frequent statements. A join of a few tables takes 80 KB of the database's memory. */
const maxPrepared = 300;

/**
 * How long a statement stays prepared. PostgreSQL may keep its plan for as long, and a plan made for an empty table is
 * slow once there are many rows.
 */
const preparedMs = 10_000;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Prepared {
  name: string;
  preparedAt: number;
  changesSchema: boolean;
  /** PostgreSQL's ids of the parameters' types. */
  parameterTypes: number[];
  /** The message that names the columns; none if the statement returns no rows. */
  columns: Messages;
}

/** A false positive only costs time. */
const changesSchema = (text: string) => /\b(create|alter|drop|discard|deallocate)\b/i.test(text);

/**
 * PGlite that prepares statements, so that frequent ones are parsed and planned every ten seconds instead of at every
 * execution, and that sends an execution to PostgreSQL in one message instead of six. A short statement takes a quarter
 * of the time.
 */
export class PreparedPGlite extends PGlite {
  /** By text, the least recently used first. */
  readonly #prepared = new Map<string, Prepared>();
  /** Names of statements to close. */
  #unused: string[] = [];
  #count = 0;
  /** Whether the running transaction has changed the schema, which its end may undo. */
  #isSchemaChanging = false;

  override async query<T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    if (!isPreparable(options)) return super.query<T>(text, values, options);
    await this._checkReady();
    return this._runExclusiveTransaction(async () => {
      const results = await this.#run<T>(text, values, options);
      await this.syncToFs();
      return results;
    });
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query: Transaction['query'] = (text, values, options) =>
        tx.closed || !isPreparable(options) ? tx.query(text, values, options) : this.#run(text, values, options);
      // Inherits the rest. Its `closed` is a getter, which a copy would read only once.
      return work(Object.assign(Object.create(tx) as Transaction, { query }));
    });
  }

  /**
   * What PGlite itself sends: scripts, the start and the end of transactions, and statements that cannot be prepared.
   */
  override async execProtocolStream(message: Uint8Array, options: ExecProtocolOptions): Promise<Messages> {
    try {
      return await super.execProtocolStream(message, options);
    } finally {
      this.#forgetIfChanged(changesSchema(Buffer.from(message).toString('latin1')));
    }
  }

  #run<T>(text: string, values: unknown[] = [], options: QueryOptions = {}): Promise<Results<T>> {
    return this._runExclusiveQuery(async () => {
      const statement = await this.#statementOf(text);
      const serialized = values.map((value, index) => {
        if (value === null || value === undefined) return null;
        const type = statement.parameterTypes[index] ?? 0;
        const toText = options.serializers?.[type] ?? this.serializers[type];
        return toText ? toText(value) : String(value);
      });
      try {
        const messages = await this.#send(
          [serialize.bind({ statement: statement.name, values: serialized }), serialize.execute({}), serialize.sync()],
          options,
        );
        return parse.parseResults([...statement.columns, ...messages], this.parsers, options)[0] as Results<T>;
      } finally {
        this.#forgetIfChanged(statement.changesSchema);
      }
    });
  }

  async #statementOf(text: string): Promise<Prepared> {
    const known = this.#prepared.get(text);
    const isRecent = known !== undefined && performance.now() - known.preparedAt < preparedMs;
    const statement = isRecent ? known : await this.#prepare(text);
    // Moves it to the end.
    this.#prepared.delete(text);
    this.#prepared.set(text, statement);
    return statement;
  }

  async #prepare(text: string): Promise<Prepared> {
    this.#drop(text);
    const [oldest] = this.#prepared.keys();
    if (oldest !== undefined && this.#prepared.size >= maxPrepared) this.#drop(oldest);
    const name = `s${++this.#count}`;
    const closed = this.#unused.map((unused) => serialize.close({ type: 'S', name: unused }));
    const described = await this.#send([
      ...closed,
      serialize.parse({ text, name }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ]);
    this.#unused = [];
    return {
      name,
      preparedAt: performance.now(),
      changesSchema: changesSchema(text),
      parameterTypes: parse.parseDescribeStatementResults(described),
      columns: described.filter((message) => message.name === 'rowDescription'),
    };
  }

  #send(messages: Uint8Array[], { onNotice }: QueryOptions = {}): Promise<Messages> {
    return super.execProtocolStream(Buffer.concat(messages), { syncToFs: false, ...(onNotice && { onNotice }) });
  }

  /**
   * A prepared statement fails once its columns have other types. Called before another statement can run. Until a
   * transaction that changed the schema has ended, nothing stays prepared.
   */
  #forgetIfChanged(isChanged: boolean): void {
    if (!isChanged && !this.#isSchemaChanging) return;
    for (const text of [...this.#prepared.keys()]) this.#drop(text);
    this.#isSchemaChanging = this.isInTransaction();
  }

  #drop(text: string): void {
    const statement = this.#prepared.get(text);
    if (statement) this.#unused.push(statement.name);
    this.#prepared.delete(text);
  }
}

/** False for options that only PGlite's own way has. */
const isPreparable = (options: QueryOptions | undefined) => !options?.blob && !options?.paramTypes;
