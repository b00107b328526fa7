/** What the person who started the shop reads. `performance.now()` counts from the start of the process. */
export function printStep(line: string): void {
  console.log(`${seconds()}  ${line}`)
}

export function printReady(ready: {
  shopUrl: string
  /** Null when mail goes to a real server. */
  mailboxUrl: string | null
  /** The owner's login, on the first start alone. */
  owner: { email: string; password: string } | null
}): void {
  const lines = [
    `${seconds()}  The shop is ready.`,
    '',
    `  Shop      ${ready.shopUrl}/`,
    `  Admin     ${ready.shopUrl}/admin`,
    ...(ready.mailboxUrl ? [`  Mailbox   ${ready.mailboxUrl}  (sandbox: every mail the shop sends)`] : []),
    ...(ready.owner
      ? ['', `  Owner     ${ready.owner.email}`, `  Password  ${ready.owner.password}  (shown only this once)`]
      : []),
    '',
  ]
  console.log(lines.join('\n'))
}

/** One line: errors of the database carry their whole connection with them, and a stack that never leads to our code. */
export function printError(what: string, error: unknown): void {
  const reason = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
  console.error(`${seconds()}  ${what}: ${reason}`)
}

function seconds(): string {
  return `${(performance.now() / 1000).toFixed(1).padStart(5)} s`
}
