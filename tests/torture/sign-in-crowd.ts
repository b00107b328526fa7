import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export type Crowd = { url: string; emails: string[]; password: string }
/** `refused`: told to retry; `refusedAfterMs`: how long each refusal took. */
export type CrowdReport = {
  signedIn: number
  refused: number
  refusedAfterMs: number[]
  others: number[]
  allInMs: number
}

// A separate thread, so that the crowd does not delay the measurements.
if (parentPort) parentPort.postMessage(await signInAll(workerData as Crowd))

/** Everybody signs in at once, each from a different address. Refused people retry when told to. */
async function signInAll({ url, emails, password }: Crowd): Promise<CrowdReport> {
  const { hostname, port } = new URL(url)
  const report: CrowdReport = { signedIn: 0, refused: 0, refusedAfterMs: [], others: [], allInMs: 0 }

  async function ask(email: string, address: string): Promise<{ status: number; retryAfterSeconds: number }> {
    const body = JSON.stringify({ email, password })
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\nX-Forwarded-For: ` +
        `${address}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    let head = ''
    socket.setEncoding('latin1').on('data', (chunk) => (head += chunk))
    await once(socket, 'close')
    const [, status = '0'] = /^HTTP\/1\.1 (\d+)/.exec(head) ?? []
    const [, seconds = '1'] = /^retry-after: (\d+)/im.exec(head) ?? []
    return { status: Number(status), retryAfterSeconds: Number(seconds) }
  }

  async function enter(email: string, index: number): Promise<void> {
    const address = `198.18.${index >> 8}.${index & 255}`
    for (;;) {
      const askedAt = performance.now()
      const { status, retryAfterSeconds } = await ask(email, address)
      if (status === 200) {
        report.signedIn += 1
        return
      }
      if (status !== 503) {
        report.others.push(status)
        return
      }
      report.refused += 1
      report.refusedAfterMs.push(performance.now() - askedAt)
      await pause(retryAfterSeconds * 1000)
    }
  }

  const startedAt = performance.now()
  await Promise.all(emails.map(enter))
  report.allInMs = performance.now() - startedAt
  return report
}
