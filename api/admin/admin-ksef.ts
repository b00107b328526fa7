import { adminCall, doneSchema, papersCall } from '#api/call.ts'
import { answerFile } from '#api/http.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { findKsefInvoice } from '#domain/papers/ksef/ksef-queries.server.ts'
import { certificateUploadSchema, ksefChoiceSchema } from '#domain/papers/ksef/ksef-wire.ts'
import { sendAgain } from '#domain/papers/ksef/send-again.server.ts'
import { chooseKsefPersons, readKsefDesk, uploadCertificate } from '#domain/papers/ksef/store-certificate.server.ts'

export const adminKsefCalls = [
  adminCall.get(
    '/ksef',
    {
      summary: 'Certificates for KSeF, why its last run failed, and how many invoices wait',
      answers: ['KSeF'],
    },
    async ({ services }) => ok(await readKsefDesk(services)),
  ),
  adminCall.post(
    '/ksef',
    {
      summary: 'Chooses whether invoices of people go to KSeF as well',
      body: ksefChoiceSchema,
      answers: ['Stored', doneSchema],
      refuses: ['busy'],
    },
    ({ services, user, body }) => chooseKsefPersons(services, user.id, body.with_persons),
  ),
  adminCall.post(
    '/invoices/{id}/send-again',
    {
      summary: 'Sends an invoice that KSeF refused once more',
      description: 'Under its number, with the day of this sending unless the buyer has it; the file is made anew.',
      answers: ['Queued', doneSchema],
      refuses: ['invoice_not_found', 'invoice_not_refused', 'invoice_invalid', 'busy'],
    },
    ({ services, user, params: { id } }) => sendAgain(services, user.id, id),
  ),
  adminCall.post(
    '/ksef/certificates',
    {
      summary: 'Stores a certificate of the seller and its key in place of the one before',
      description: 'PEM. The key is sealed before it is stored, and is in no answer.',
      body: certificateUploadSchema,
      answers: ['Stored', doneSchema],
      refuses: [
        'ksef_off',
        'seller_nip_missing',
        'certificate_unreadable',
        'certificate_of_another_kind',
        'key_unreadable',
        'key_needs_password',
        'key_password_wrong',
        'key_of_another_certificate',
        'key_too_weak',
        'certificate_not_of_ksef',
        'certificate_of_another_nip',
        'certificate_not_yet_valid',
        'certificate_expired',
        'busy',
      ],
    },
    ({ services, user, body: { kind, certificate, key, password } }) =>
      uploadCertificate(services, user.id, {
        kind,
        files: { certificatePem: certificate, keyPem: key, password },
      }),
  ),
  papersCall.get(
    '/invoices/{id}/upo',
    {
      summary: 'The official receipt of an invoice in KSeF',
      answers: ['The receipt as an XML file', ['application/xml']],
      refuses: ['invoice_not_found'],
    },
    async ({ services, params: { id } }) => {
      const found = await findKsefInvoice(services.db, id)
      if (!found?.upo) return fail({ reason: 'invoice_not_found' })
      return ok(answerFile(found.upo, 'application/xml', `upo-${found.ksef_number}.xml`))
    },
  ),
]
