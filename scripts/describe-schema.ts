import type pg from 'pg'

export type Column = {
  name: string
  comment: string | null
  type: string
  collation: string | null
  required: boolean
  value: string | null
  generated: boolean
  /** 'a': always, 'd': by default. */
  identity: 'a' | 'd' | null
}
export type Table = {
  name: string
  comment: string | null
  columns: Column[]
  constraints: { name: string; definition: string }[]
  indexes: string[]
  triggers: string[]
}

/**
 * The objects that migrations create in the schema `public`, as SQL text in the order of their names. `db/schema.sql`
 * contains this text.
 */
export async function describeSchema(pool: pg.Pool): Promise<string> {
  const parts = [
    '-- Written by npm run db:schema from what db/migrations make. Do not edit.',
    ...(await list(pool, COLLATIONS)),
    ...(await list(pool, FUNCTIONS)),
    ...(await readTables(pool)).map(writeTable),
    ...(await list(pool, VIEWS)),
  ]
  return `${parts.join('\n\n')}\n`
}

const COLLATIONS = `
  select format('create collation %I (provider = icu, locale = %L);', collname, colllocale) as text
  from pg_collation where collnamespace = 'public'::regnamespace order by collname`

const FUNCTIONS = `
  select pg_get_functiondef(oid) || ';' as text from pg_proc
  where pronamespace = 'public'::regnamespace order by proname, pg_get_function_identity_arguments(oid)`

const VIEWS = `
  select format(E'create view %I as\\n%s', relname, pg_get_viewdef(oid)) as text
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v' order by relname`

/** The table of migrations is left out, since the program that applies them creates it. */
const TABLES = `
  select relname as name, obj_description(oid, 'pg_class') as comment,
    (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
        'comment', col_description(pg_class.oid, attnum),
        'collation', (select collname from pg_collation join pg_type on pg_type.oid = atttypid
          where pg_collation.oid = attcollation and attcollation <> typcollation),
        'required', attnotnull, 'value', pg_get_expr(adbin, adrelid), 'generated', attgenerated = 's',
        'identity', nullif(attidentity, '')::text) order by attnum)
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', conname, 'definition', pg_get_constraintdef(oid))
        order by array_position(array['p', 'u', 'x', 'f', 'c'], contype::text), conname), '[]')
      from pg_constraint where conrelid = pg_class.oid and contype in ('p', 'u', 'x', 'f', 'c')) as constraints,
    (select coalesce(json_agg(pg_get_indexdef(indexrelid) order by indexrelid::regclass::text), '[]')
      from pg_index where indrelid = pg_class.oid
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    ) as indexes,
    (select coalesce(json_agg(pg_get_triggerdef(oid) order by tgname), '[]')
      from pg_trigger where tgrelid = pg_class.oid and not tgisinternal) as triggers
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
  order by relname`

async function list(pool: pg.Pool, statement: string): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(statement)
  return rows.map(({ text }) => text)
}

export async function readTables(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(TABLES)
  return rows
}

function writeTable({ name, comment, columns, constraints, indexes, triggers }: Table): string {
  const lines = [
    ...columns.map(writeColumn),
    ...constraints.map((constraint) => `constraint ${constraint.name} ${constraint.definition}`),
  ]
  const further = [...indexes, ...triggers].map((text) => `${text.replaceAll('public.', '')};`)
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
  const described = [
    ...(comment === null ? [] : [`comment on table ${name} is ${quote(comment)};`]),
    ...columns.flatMap((column) =>
      column.comment === null ? [] : [`comment on column ${name}.${column.name} is ${quote(column.comment)};`],
    ),
  ]
  return [`create table ${name} (\n  ${lines.join(',\n  ')}\n);`, ...described, ...further].join('\n')
}

function writeColumn({ name, type, collation, required, value, generated, identity }: Column): string {
  const parts = [name, type]
  if (collation !== null) parts.push(`collate ${collation}`)
  if (value !== null) parts.push(generated ? `generated always as (${value}) stored` : `default ${value}`)
  if (identity !== null) parts.push(`generated ${identity === 'a' ? 'always' : 'by default'} as identity`)
  if (required) parts.push('not null')
  return parts.join(' ')
}
