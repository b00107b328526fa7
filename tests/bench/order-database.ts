import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Clock ticks of /proc/<pid>/stat, as Linux has them everywhere, ms. */
const TICK_MS = 10

/** Work of the database since some moment, all of it for the orders of a load. */
export type DatabaseWork = {
  /** Transactions that wrote something. */
  written: number
  /** How many times the log was flushed to the disk. Orders that commit together share a flush. */
  flushed: number
  /** Processor time of all processes of the server. */
  cpuMs: number
  mailsSent: number
}

/** Observes the database of a measured shop on a separate connection. */
export class OrderDatabase {
  readonly #client: pg.Client

  private constructor(client: pg.Client) {
    this.#client = client
  }

  static async open(databaseUrl: string): Promise<OrderDatabase> {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    return new OrderDatabase(client)
  }

  /** Sets the stock of every product (null: not counted) and proves the addresses of all buyers. */
  async prepare(stock: number | null): Promise<void> {
    const other = '(stock_quantity, out_of_stock) is distinct from ($1::int, false)'
    await this.#client.query(`update products set stock_quantity = $1, out_of_stock = false where ${other}`, [stock])
    await this.#client.query('update users set email_verified = true where not email_verified')
    await this.#client.query('checkpoint')
  }

  /** Delivers the first parcel of each buyer, so that no limits of new buyers apply. */
  async deliverFirstParcels(): Promise<void> {
    await this.#client.query(`
      update shipments set status = 'delivered'
      where order_id in (select distinct on (user_id) id from orders order by user_id, created_at)`)
  }

  async readWork(): Promise<DatabaseWork> {
    const { rows } = await this.#client.query<{ pid: number; written: string; flushed: string; sent: string }>(`
      select pg_backend_pid() as pid, pg_snapshot_xmax(pg_current_snapshot())::text as written,
        (select sum(fsyncs) from pg_stat_io where object = 'wal')::text as flushed,
        (select count(*) from mail_outbox where sent_at is not null)::text as sent`)
    const [row] = rows
    if (!row) throw new Error('the database says nothing of itself')
    return {
      written: Number(row.written),
      flushed: Number(row.flushed),
      cpuMs: readServerCpuMs(readStat(row.pid).parent),
      mailsSent: Number(row.sent),
    }
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}

/** Processor time of the server's first process and its children, including ended ones. */
function readServerCpuMs(postmaster: number): number {
  const { ownMs, endedMs } = readStat(postmaster)
  return (
    listProcesses().reduce((sum, { parent, ownMs: each }) => (parent === postmaster ? sum + each : sum), 0) +
    ownMs +
    endedMs
  )
}

function listProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readStat(Number(name))]
      } catch {
        // The process ended while the list was read.
        return []
      }
    })
}

function readStat(pid: number): { parent: number; ownMs: number; endedMs: number } {
  // The name in brackets may contain spaces. From the fourth field on: parent, ... utime, stime, cutime, cstime.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, '').trim().split(' ').map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { parent: fields[1] ?? 0, ownMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS }
}
