import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'

/** Reads the JSON body of a call to a switch of the sandbox; a body that does not fit the schema is answered 400. */
export async function readJson<Value>(c: Context, schema: z.ZodType<Value>): Promise<Value> {
  const read = schema.safeParse(await c.req.json().catch(() => undefined))
  if (read.success) return read.data
  throw new HTTPException(400, { res: Response.json({ error: read.error.issues }, { status: 400 }) })
}
