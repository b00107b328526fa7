import { html } from 'hono/html'
import { page } from '#sandbox/mailbox/mailbox-pages.ts'
import type { GoogleAccount } from './google-accounts.ts'

type Markup = ReturnType<typeof html>

/** What the shop asked for, by the protocol's names; it goes along with the choice. */
type AuthorizationRequest = Readonly<Record<string, string>> & { redirect_uri: string }

function describe({ emailVerified, hostedDomain }: GoogleAccount): string {
  if (!emailVerified) return 'adres niepotwierdzony'
  return hostedDomain === null ? 'adres potwierdzony' : 'adres w domenie obsługiwanej przez Google'
}

function hidden(request: AuthorizationRequest): Markup {
  return html`${Object.entries(request).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`
}

/** Where a person chooses the account to go on with. */
export function choicePage(request: AuthorizationRequest, accounts: readonly GoogleAccount[]): Markup {
  const entries = accounts.map(
    (account) => html`<form method="post" action="/google/wybor">${hidden(request)}
<input type="hidden" name="email" value="${account.email}">
<button>${account.givenName} ${account.familyName} · ${account.email} · ${describe(account)}</button></form>`,
  )
  return page(
    'Wybierz konto (próba Google)',
    html`<h1>Wybierz konto</h1>
<p class="lead"><strong>To próba.</strong> Piaskownica zastępuje tu Google: te konta są zmyślone. Wrócisz do: ${new URL(request.redirect_uri).host}.</p>
${entries.map((entry) => html`<div class="bar">${entry}</div>`)}
<h2>Inne zmyślone konto</h2>
<form method="post" action="/google/wybor" class="bar">${hidden(request)}
<label for="email">Adres e-mail</label> <input id="email" type="email" name="email" required maxlength="200" autocomplete="off">
<button>Dalej</button></form>
<form method="post" action="/google/wybor" class="bar">${hidden(request)}
<button name="email" value="">Anuluj i wróć do sklepu</button></form>`,
  )
}

export function refusedPage(reason: string): Markup {
  return page('Błędne żądanie (próba Google)', html`<h1>Google nie przyjmuje tego żądania</h1><p>Powód: ${reason}</p>`)
}
