import { log } from '#domain/kernel/log.ts'

/** What the person who started the shop reads, up to 'The shop is ready.'; from then on the log speaks. `performance.now()` counts from the start of the process. */
export function printStep(line: string): void {
  process.stdout.write(`${formatSeconds()}  ${line}\n`)
}

export function printReady(ready: {
  shopUrl: string
  /** The HOST under which others in the network reach a shop on http; null: nobody does. */
  openTo: string | null
  /** Null when mail goes to a real server. */
  mailboxUrl: string | null
  /** The admin's credentials when the password is new. */
  admin: { email: string; password: string } | null
}): void {
  const lines = [
    `${formatSeconds()}  The shop is ready.`,
    '',
    `  Shop      ${ready.shopUrl}/`,
    `  Admin     ${ready.shopUrl}/admin`,
    ...(ready.mailboxUrl ? [`  Mailbox   ${ready.mailboxUrl}  (sandbox: every mail the shop sends)`] : []),
    ...(ready.openTo === null
      ? []
      : [
          '',
          `  HOST=${ready.openTo} on http: everybody in this network reaches the shop, and passwords travel in the clear.`,
        ]),
    ...(ready.admin ? [formatAdmin(ready.admin)] : []),
    '',
  ]
  // Written at once: who waits for the first line finds the others with it.
  process.stdout.write(`${lines.join('\n')}\n`)
}

export function formatAdmin({ email, password }: { email: string; password: string }): string {
  return `\n  Email     ${email}\n  Password  ${password}  (admin; shown only this once)`
}

/** Why the shop does not start, for the person who can mend it. */
export function printRefusal(sentence: string): void {
  process.stderr.write(`\n${sentence}\n`)
}

/** A person at a terminal reads that the shop stops; otherwise the log says it. */
export function printStop(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\n${line}\n`)
  else log.info(line)
}

function formatSeconds(): string {
  return `${(performance.now() / 1000).toFixed(1).padStart(5)} s`
}
