import { html } from 'hono/html'
import { page } from '#sandbox/mailbox/mailbox-pages.ts'

/** A message as it came, decrypted. */
export type ReceivedPush = { created: number; device: string; text: string }

const when = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Europe/Warsaw' })

/** What arrived on the made-up devices, the newest first. */
export function receivedPage(messages: readonly ReceivedPush[]) {
  return page(
    'Powiadomienia (piaskownica)',
    html`<h1>Powiadomienia (piaskownica)</h1>
<p class="lead">Tu trafia to, co sklep wysłał na urządzenia z piaskownicy, odszyfrowane jak w przeglądarce.</p>
<div class="bar"><a href="/powiadomienia">Odśwież</a><a href="/">Skrzynka pocztowa</a></div>
${
  messages.length === 0
    ? html`<p>Nic jeszcze nie przyszło.</p>`
    : html`<dl>${messages.map(
        ({ created, device, text }) => html`<dt>${when.format(new Date(created))}</dt>
<dd><strong>${device}</strong><pre>${text}</pre></dd>`,
      )}</dl>`
}`,
  )
}
