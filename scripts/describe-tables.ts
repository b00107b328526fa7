import type { Column, Table } from './describe-schema.ts'

/** The rows of the tables of a migrated database for Kysely, as the text of domain/schema-tables.ts. */
export function describeTables(tables: readonly Table[]): string {
  return `// Written by npm run db:schema from what db/migrations make. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

export type SchemaTables = {
${tables.map(writeTable).join('\n')}
}
`
}

function writeTable({ name, comment, columns, constraints }: Table): string {
  const lines = columns.map(
    (column) => `${writeComment(column.comment, 4)}${wrapUnion(column.name, writeType(column, constraints))}`,
  )
  return `${writeComment(comment, 2)}  ${name}: {\n${lines.join('\n')}\n  }`
}

/** A long list of values has a line for each, as the formatter writes it. */
function wrapUnion(name: string, type: string): string {
  const line = `    ${name}: ${type}`
  return line.length <= 120
    ? line
    : `    ${name}:\n${type
        .split(' | ')
        .map((value) => `      | ${value}`)
        .join('\n')}`
}

const writeComment = (comment: string | null, indent: number) =>
  comment === null ? '' : `${' '.repeat(indent)}/** ${comment.replaceAll('*/', '*\\/')} */\n`

/** As the pool reads it (connect.ts): int8 is a number, a timestamp without a time zone text. */
const TYPES: Record<string, string> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  integer: 'number',
  bigint: 'number',
  smallint: 'number',
  'double precision': 'number',
  jsonb: 'unknown',
  'timestamp with time zone': 'Date',
}

function writeType(column: Column, constraints: Table['constraints']): string {
  const isList = column.type.endsWith('[]')
  const of = column.type.replace('[]', '')
  const values = isList ? null : listValues(column.name, constraints)
  // Of an enumeration that its check lists.
  const single = values ?? TYPES[of] ?? 'string'
  const type = `${single}${isList ? '[]' : ''}${column.required ? '' : ' | null'}`
  if (column.generated || column.identity === 'a') return `GeneratedAlways<${type}>`
  return column.value !== null || column.identity !== null ? `Generated<${type}>` : type
}

/** "'open' | 'paid'" of a check that lists all values of a column. */
function listValues(name: string, constraints: Table['constraints']): string | null {
  for (const { definition } of constraints) {
    const list = new RegExp(`^CHECK \\(\\(${name} = ANY \\(ARRAY\\[(.*)\\]\\)\\)\\)`).exec(definition)?.[1]
    if (list) return [...list.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`).join(' | ')
  }
  return null
}
