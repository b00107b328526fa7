import { callApi } from '#app/api-client.ts'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import { isAnswerUnsent, readConsent } from './stored-consent.ts'

/**
 * Sends the stored answer to the shop, which keeps it. An answer that does not arrive is valid all the same, and is
 * sent again by a later page.
 */
export async function sendAnswer(): Promise<void> {
  const stored = readStoredObject('analytics_consent')
  const consent = readConsent()
  if (stored === null || !isAnswerUnsent() || consent === null) return
  const { id, browser_id, text_sha256 } = stored
  const json = { id: String(id), browser_id: String(browser_id), text_sha256: String(text_sha256), ...consent }
  const kept = await callApi('post', '/api/consents', { json })
  if (!kept.ok) return
  const now = readStoredObject('analytics_consent')
  if (now?.id === id) writeStored('analytics_consent', JSON.stringify({ ...now, unsent: false }))
}
