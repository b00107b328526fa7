import { join } from 'node:path'
import pg from 'pg'
import { readOrCreateSecret } from '#infra/secret-file.ts'

/** A running cluster, and the address of a database for its superuser. */
type Cluster = { cluster: string; url(database: string): string }

/** Role of the shop, its migrations and its jobs: the owner of one database, without other rights. */
export const SHOP_ROLE = 'perfumeria_shop'
/** An arbitrary key of our own; processes that start at the same time change the role one after another. */
const ROLE_LOCK = 7_310_442

/** Address of a database for the shop's role. The password is stored in the cluster. */
export function shopUrl({ cluster, url }: Cluster, database: string): string {
  const address = new URL(url(database))
  address.username = SHOP_ROLE
  address.password = readOrCreateSecret(join(cluster, 'shop-password'))
  return address.href
}

/** Creates the shop's role, or resets its rights and password. */
export async function ensureShopRole(server: Cluster): Promise<void> {
  const { password } = new URL(shopUrl(server, 'postgres'))
  await asSuperuser(server, 'postgres', async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [ROLE_LOCK])
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SHOP_ROLE])
    if (rowCount === 0) await client.query(`create role ${SHOP_ROLE}`)
    await client.query(
      `alter role ${SHOP_ROLE} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls ` +
        `password ${pg.escapeLiteral(password)}`,
    )
  })
}

/**
 * Makes the shop's role the owner of a database and of the superuser's objects in it, in one transaction: earlier
 * versions of the shop worked as the superuser. Parts of extensions keep their owner, as when an ordinary role creates
 * a trusted one.
 */
export async function handOver(server: Cluster, database: string): Promise<void> {
  await asSuperuser(server, database, async (client) => {
    const { rows } = await client.query<{ statement: string }>(STATEMENTS, [SHOP_ROLE])
    for (const { statement } of rows) await client.query(statement)
  })
}

/**
 * Names each object, because `reassign owned` refuses those of the superuser who created the cluster. Sequences of
 * columns follow their table, row types and array types their element.
 */
const STATEMENTS = `
with
  me as (select oid from pg_roles where rolname = current_user),
  schemas as (
    select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ),
  parts as (
    select classid, objid from pg_depend
    where deptype = 'e'
    union
    select d.classid, d.objid from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')
  ),
  found (place, object) as (
    select 0, format('database %I', datname) from pg_database, me
    where datname = current_database() and datdba = me.oid
    union all
    select 1, format('schema %I', nspname) from schemas, me where nspowner = me.oid
    union all
    select 2, format('table %s', c.oid::regclass) from pg_class c join schemas s on s.oid = relnamespace, me
    where relowner = me.oid and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and ('pg_class'::regclass, c.oid) not in (select classid, objid from parts)
    union all
    select 3, format('type %s', t.oid::regtype) from pg_type t join schemas s on s.oid = typnamespace
      left join pg_class c on c.oid = typrelid, me
    where typowner = me.oid and typtype in ('b', 'c', 'd', 'e', 'r') and typcategory <> 'A'
      and coalesce(c.relkind, 'c') = 'c' and ('pg_type'::regclass, t.oid) not in (select classid, objid from parts)
    union all
    select 4, format('routine %s', p.oid::regprocedure) from pg_proc p join schemas s on s.oid = pronamespace, me
    where proowner = me.oid and ('pg_proc'::regclass, p.oid) not in (select classid, objid from parts)
    union all
    select 5, format('collation %I.%I', nspname, collname)
    from pg_collation c join schemas s on s.oid = collnamespace, me
    where collowner = me.oid and ('pg_collation'::regclass, c.oid) not in (select classid, objid from parts)
    union all
    select 6, format('text search dictionary %I.%I', nspname, dictname)
    from pg_ts_dict d join schemas s on s.oid = dictnamespace, me
    where dictowner = me.oid and ('pg_ts_dict'::regclass, d.oid) not in (select classid, objid from parts)
    union all
    select 7, format('text search configuration %I.%I', nspname, cfgname)
    from pg_ts_config c join schemas s on s.oid = cfgnamespace, me
    where cfgowner = me.oid and ('pg_ts_config'::regclass, c.oid) not in (select classid, objid from parts)
    union all
    select 8, format('statistics %I.%I', nspname, stxname)
    from pg_statistic_ext x join schemas s on s.oid = stxnamespace, me
    where stxowner = me.oid
  )
select format('alter %s owner to %I', object, $1::text) as statement from found order by place, object`

/** Runs a transaction as the superuser. */
async function asSuperuser(server: Cluster, database: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: server.url(database), application_name: 'prepare-role' })
  await client.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    // The end of the connection rolls back what was not committed.
    await client.end()
  }
}
