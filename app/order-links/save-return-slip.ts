import { isObject } from '#app/browser-storage.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'

/** Timeout for the return slip, ms. */
const TIMEOUT_MS = 20_000

/** Downloads the return slip of a withdrawal. Not a link, because the token may not be part of a requested address. */
export async function saveReturnSlip(of: {
  number: string
  token: string
}): Promise<Result<null, { reason: 'failed'; message: string }>> {
  try {
    const answer = await fetch('/api/order-link/return-slip', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(of),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) return fail({ reason: 'failed', message: readSentence(await answer.json()) })
    const address = URL.createObjectURL(await answer.blob())
    const link = Object.assign(document.createElement('a'), { href: address, download: `zwrot-${of.number}.pdf` })
    link.click()
    // Some browsers begin the download a moment after the press.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return ok(null)
  } catch (cause) {
    console.warn('The return slip was not downloaded', cause)
    return fail({ reason: 'failed', message: NO_ANSWER })
  }
}

const NO_ANSWER = 'Sklep nie odpowiada. Spróbuj ponownie za chwilę.'

function readSentence(content: unknown): string {
  const error = isObject(content) ? content.error : null
  return isObject(error) && typeof error.message === 'string' ? error.message : NO_ANSWER
}
