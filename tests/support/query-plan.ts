import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '#domain/database.ts'
import { GROWING_TABLES } from './busy-shop.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

const planSchema: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Plan Rows': z.number(),
    'Actual Rows': z.number().optional(),
    'Actual Loops': z.number().optional(),
    'Rows Removed by Filter': z.number().optional(),
    Plans: z.array(planSchema).optional(),
  }),
)
const explainedSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })])

type Work = (db: Kysely<Database>) => Promise<unknown>

/** The statements that `work` really sends, with their parameters, after `before` has run. */
export async function captureQueries(pool: pg.Pool, work: Work, before?: Work): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = []
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log({ query }) {
      sent.push(query)
    },
  })
  await before?.(db)
  sent.length = 0
  await work(db)
  return sent.filter(({ sql }) => /^\s*(?:select|with|insert|update|delete)\b/i.test(sql))
}

/** Reading this many rows from the start does not read the whole table, because every growing table is longer. */
const FEW_ROWS = 4_000

export type QueryPlan = {
  indexes: string[]
  /** Growing tables that are read completely. */
  readWhole: string[]
  /** Rows of growing tables that are read, matching or not. For statements that write, the estimate. */
  rowsRead: number
  /** Most rows sorted at once. */
  rowsSorted: number
}

/** PostgreSQL's plans for these statements, with the planner settings of production. Their changes are rolled back. */
export async function explainQueries(pool: pg.Pool, queries: readonly CompiledQuery[]): Promise<QueryPlan> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    return await explainOn(client, queries)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** As above, inside the caller's transaction. */
export async function explainOn(client: pg.PoolClient, queries: readonly CompiledQuery[]): Promise<QueryPlan> {
  const plan: QueryPlan = { indexes: [], readWhole: [], rowsRead: 0, rowsSorted: 0 }
  for (const { sql, parameters } of queries) {
    const run = /\b(?:insert|update|delete)\b/i.test(sql) ? '' : 'analyze, '
    const { rows } = await client.query(`explain (${run}format json) ${sql}`, [...parameters])
    const [explained] = explainedSchema.parse(rows)
    addNode(plan, explained['QUERY PLAN'][0].Plan)
  }
  return plan
}

function addNode(plan: QueryPlan, node: PlanNode): void {
  const table = node['Relation Name']
  const index = node['Index Name']
  if (index) plan.indexes.push(index)
  if (table && GROWING_TABLES.has(table)) {
    const rows = (node['Actual Rows'] ?? node['Plan Rows']) + (node['Rows Removed by Filter'] ?? 0)
    // If nearly every row matches, reading the first ones suffices.
    if (node['Node Type'] === 'Seq Scan' && rows > FEW_ROWS) plan.readWhole.push(table)
    if (node['Node Type'] !== 'ModifyTable') plan.rowsRead += Math.ceil(rows * (node['Actual Loops'] ?? 1))
  }
  // An incremental sort takes the rows in the order of its index and sorts only equal ones.
  if (node['Node Type'] === 'Sort') {
    const [input] = node.Plans ?? []
    plan.rowsSorted = Math.max(plan.rowsSorted, input?.['Actual Rows'] ?? input?.['Plan Rows'] ?? 0)
  }
  for (const child of node.Plans ?? []) addNode(plan, child)
}
