import type { HttpBindings } from '@hono/node-server'
import type { Context, Next } from 'hono'

export type HttpEnv = { Bindings: HttpBindings }

/** Handles a call as planned: breaks it instead of the work, or after the work (`_after`). See faults.ts. */
export async function breakCall<Env extends HttpEnv>(
  c: Context<Env>,
  next: Next,
  mode: 'garbage' | 'cut' | 'hang' | 'cut_after' | 'hang_after' | undefined,
): Promise<Response | undefined> {
  const { incoming } = c.env
  const closed = () => new Promise<void>((resolve) => c.req.raw.signal.addEventListener('abort', () => resolve()))
  switch (mode) {
    case 'garbage':
      return c.html('<html><body>Trwają prace serwisowe</body></html>', 200)
    case 'cut':
      incoming.socket.destroy()
      return c.body(null, 500)
    case 'hang':
      await closed()
      return c.body(null, 500)
  }
  await next()
  if (mode === 'cut_after') incoming.socket.destroy()
  if (mode === 'hang_after') await closed()
  return undefined
}
