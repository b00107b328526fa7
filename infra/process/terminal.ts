/** What the person who started the shop reads. `performance.now()` counts from the start of the process. */
export function printStep(line: string): void {
  console.log(`${formatSeconds()}  ${line}`)
}

export function printReady(ready: {
  shopUrl: string
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
    ...(ready.admin ? [formatAdmin(ready.admin)] : []),
    '',
  ]
  // Written at once: who waits for the first line finds the others with it.
  console.log(lines.join('\n'))
}

export function formatAdmin({ email, password }: { email: string; password: string }): string {
  return `\n  Email     ${email}\n  Password  ${password}  (admin; shown only this once)`
}

/** One line: errors of the database carry their whole connection with them, and a stack that never leads to our code. */
export function printError(what: string, error: unknown): void {
  const reason = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  console.error(`${formatSeconds()}  ${what}: ${reason}`)
}

function formatSeconds(): string {
  return `${(performance.now() / 1000).toFixed(1).padStart(5)} s`
}
