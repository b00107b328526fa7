import { createServer } from 'node:net'
import { StartupError } from '#infra/startup-error.ts'

/** Refuses the start early when a needed port is taken. */
export function requireFreePort(port: number, host: string, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(explainPortError(error, port, variable)))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}

/** Turns an error about a port into a sentence that says how to solve it; returns other errors unchanged. */
export function explainPortError(error: unknown, port: number, variable: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is taken by another program. End that program, or set ${variable} to a free port.`,
    )
  }
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be used by this user. Set ${variable} to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError('HOST is not an address of this machine.')
  return error
}
