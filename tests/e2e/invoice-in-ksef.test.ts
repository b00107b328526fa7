// An order of a company from the checkout to the official receipt of KSeF, on a phone.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expectAccessible, expectAccessibleOnBoth } from '#tests/support/accessible.ts'
import { PHONE } from '#tests/support/browser.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { askSandbox } from '#tests/support/mailbox.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import type { Shop } from '#tests/support/shop-process.ts'
import { cartWith } from './checkout.ts'
import { chooseCourierAhead, payByBlik, reachPaymentPage, seesReceived } from './prepaid.ts'
import { closesToast, fill, orderButton, signInByApi, visit } from './storefront.ts'

const SELLER_NIP = '6761020309'
const test = base.extend('shopEnv', { scope: 'file' }, () => ({
  SELLER_NIP,
  SELLER_NAME: 'Anna Nowak Zapachy',
  SELLER_ADDRESS: 'ul. Długa 3, 31-146 Kraków',
}))
const COMPANY = {
  NIP: '526-025-02-74',
  'Nazwa firmy': 'Żółwik Sp. z o.o.',
  'Ulica i numer firmy': 'Długa 1',
  'Kod pocztowy firmy': '90-001',
  'Miejscowość firmy': 'Łódź',
}

/** Uploads both certificates, each from a file with its key, as the sandbox gives it. */
async function uploadCertificates(page: Page, shop: Shop): Promise<void> {
  await visit(page, '/admin/ustawienia/ksef')
  for (const [kind, title] of [
    ['authentication', 'Certyfikat do logowania'],
    ['offline', 'Certyfikat do kodów'],
  ]) {
    const given = await askSandbox(shop, `/ksef/certyfikat?rodzaj=${kind}&nip=${SELLER_NIP}`)
    const form = page.getByRole('form', { name: title })
    await form
      .getByLabel('Plik certyfikatu (PEM)')
      .setInputFiles({ name: `${kind}.pem`, mimeType: 'text/plain', buffer: Buffer.from(await given.text()) })
    await form.getByRole('button', { name: 'Wgraj certyfikat' }).click()
    await closesToast(page, `${title}: wgrany`)
    await form.getByText(/^.*ważny do/).waitFor()
  }
  await expectAccessible(page, 'KSeF with both certificates')
}

test('on a phone a paid order of a company is invoiced in KSeF and mailed with its number', async ({
  openVisitor,
  phone: buyer,
  mailbox,
  shop,
}) => {
  const email = 'telefon@firma.test'
  const owner = await openVisitor(PHONE)
  await owner.context.request.post('/api/admin-sign-in', { data: shop.admin })
  await uploadCertificates(owner.page, shop)

  await signInByApi(buyer.context, email)
  const cart = await cartWith(buyer.page, 'Layali Zahran')
  await chooseCourierAhead(cart)
  await cart.getByRole('checkbox', { name: 'Chcę fakturę na firmę' }).check()
  await fill(cart, COMPANY)
  await orderButton(cart).click()
  await reachPaymentPage(buyer.page)
  await payByBlik(buyer.page)
  await seesReceived(buyer.page)

  const mail = await eventually(async () => {
    const found = (await mailbox.messagesTo(email)).find(({ subject }) => subject.startsWith('Faktura FV/'))
    if (!found) throw new Error('no invoice was mailed yet')
    return found
  })
  const number = mail.subject.replace('Faktura ', '')
  const paper = (await readPdf(await mailbox.attachmentOf(mail))).join(' ')
  const [ksefNumber = 'none'] = paper.match(new RegExp(`${SELLER_NIP}-[0-9A-F-]+`)) ?? []
  expect(paper).toContain('Żółwik Sp. z o.o.')

  await visit(buyer.page, '/panel-klienta')
  await buyer.page.getByText('Szczegóły zamówienia').click()
  await buyer.page.getByRole('link', { name: `Faktura ${number} (PDF)` }).waitFor()

  await visit(owner.page, '/admin/faktury')
  await owner.page.getByRole('searchbox', { name: 'Szukaj faktur' }).fill(number)
  const row = owner.page.getByRole('article').filter({ hasText: number })
  await row.getByText(`KSeF ${ksefNumber}`).waitFor()
  await expectAccessibleOnBoth(owner.page, 'the invoices')
  const [upo] = await Promise.all([owner.page.waitForEvent('download'), row.getByRole('link', { name: 'UPO' }).click()])
  expect(await readFile(await upo.path(), 'utf8')).toContain(ksefNumber)
})
