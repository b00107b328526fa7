import { AsyncLocalStorage } from 'node:async_hooks'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'

/** The first failure of the database during one piece of work. */
type Seen = { failure: unknown }

const work = new AsyncLocalStorage<Seen>()

/** Notes an error of the database for the work in whose context it is called. */
export function noteDatabaseFailure(error: unknown): void {
  const seen = work.getStore()
  if (seen && isDatabaseUnavailable(error)) seen.failure ??= error
}

/**
 * Wraps the functions of a library that hides why it failed. When the database was unavailable during a call, the call
 * throws an error with that failure as its cause, whatever the library returned.
 */
export function revealDatabaseFailures<Functions extends object>(functions: Functions): Functions {
  return new Proxy(functions, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      return typeof value === 'function' ? (...args: unknown[]) => reveal(() => value.apply(receiver, args)) : value
    },
  })
}

async function reveal<Value>(call: () => Promise<Value>): Promise<Value> {
  const seen: Seen = { failure: undefined }
  const [done] = await Promise.allSettled([work.run(seen, call)])
  if (seen.failure !== undefined) throw new Error('the database is unavailable', { cause: seen.failure })
  if (done.status === 'rejected') throw done.reason
  return done.value
}
