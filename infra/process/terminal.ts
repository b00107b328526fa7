import { log } from '#domain/kernel/log.ts'

/** Prints a step of the start with the seconds since the process began. After 'Sklep jest gotowy.' the log is used. */
export function printStep(line: string): void {
  process.stdout.write(`${formatSeconds()}  ${line}\n`)
}

const OPEN_WARNING = 'do sklepu wejdzie każdy komputer w tej sieci, a hasła idą niezaszyfrowane.'

export function printReady(ready: {
  shopUrl: string
  /** The HOST by which the network reaches a shop on http; null when it does not. */
  openTo: string | null
  /** Null when mail goes to a real server. */
  mailboxUrl: string | null
  /** The admin's credentials when the password is new. */
  admin: { email: string; password: string } | null
}): void {
  const lines = [
    `${formatSeconds()}  Sklep jest gotowy.`,
    '',
    `  Sklep     ${ready.shopUrl}/`,
    `  Panel     ${ready.shopUrl}/admin`,
    ...(ready.mailboxUrl ? [`  Poczta    ${ready.mailboxUrl}  (na próbę: każdy e-mail, który sklep wysyła)`] : []),
    ...(ready.openTo === null ? [] : ['', `  HOST=${ready.openTo} na http: ${OPEN_WARNING}`]),
    ...(ready.admin ? [formatAdmin(ready.admin)] : []),
    '',
  ]
  // One write, so that a reader of the first line gets all of them.
  process.stdout.write(`${lines.join('\n')}\n`)
}

export function formatAdmin({ email, password }: { email: string; password: string }): string {
  return `\n  E-mail    ${email}\n  Hasło     ${password}  (do panelu; widać je tylko ten jeden raz)`
}

/** Prints why the shop does not start. */
export function printRefusal(sentence: string): void {
  process.stderr.write(`\n${sentence}\n`)
}

/** Prints a step of the stop on a terminal, and logs it as this event otherwise. */
export function printStop(line: string, event: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\n${line}\n`)
  else log.info(event)
}

function formatSeconds(): string {
  return `${(performance.now() / 1000).toFixed(1).padStart(5)} s`
}
