import { createServer } from 'node:net'
import { type DutyState, readDuties } from '#domain/kernel/checks/read-duties.server.ts'
import { log } from '#domain/kernel/log.ts'
import type { Services } from '#domain/services.ts'
import { StartupError } from '#infra/startup-error.ts'

/**
 * Refuses to start a shop on https that would show buyers something false. Other unfulfilled duties are logged once.
 */
export async function checkDuties(services: Services): Promise<void> {
  const unfulfilled = (await readDuties(services)).filter(({ gaps }) => gaps.length > 0)
  const grave = unfulfilled.filter((duty) => duty.grave)
  if (grave.length > 0) {
    throw new StartupError(
      `${grave.map(describe).join('\n')}\nUruchom sklep z adresem http w SHOP_URL i popraw to w panelu.`,
    )
  }
  if (unfulfilled.length > 0) {
    log.warn('Duties of the law are not fulfilled; see /admin/zgodnosc', { duties: unfulfilled.map(({ key }) => key) })
  }
}

const describe = ({ title, gaps }: DutyState) =>
  `Pod adresem https kupujący zobaczyliby nieprawdę: ${title}. ${gaps.map(({ about, todo }) => `${about}: ${todo}`).join('; ')}`

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
    return new StartupError(`Port ${port} zajmuje inny program. Zakończ go albo ustaw w ${variable} wolny port.`)
  }
  if (code === 'EACCES')
    return new StartupError(
      `Tego portu (${port}) nie wolno używać temu użytkownikowi. Ustaw w ${variable} port powyżej 1023.`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartupError('HOST nie jest adresem tej maszyny.')
  return error
}
