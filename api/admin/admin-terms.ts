import { adminCall } from '#api/call.ts'
import { answerPdf } from '#api/contracts.ts'
import { readContractOf } from '#domain/contracts/make-contract.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { publishTerms, readTermsArchive } from '#domain/terms/publish-terms.server.ts'
import { newTermsSchema } from '#domain/terms/terms.ts'

export const adminTermsCalls = [
  adminCall.get(
    '/terms',
    {
      summary: 'Every version of the terms, and the text of the newest',
      answers: ['The versions'],
    },
    async ({ services }) => ok(await readTermsArchive(services)),
  ),
  adminCall.post(
    '/terms',
    {
      summary: 'Publishes terms from a day on, and has every account told by mail',
      body: newTermsSchema,
      answers: ['Published'],
      refuses: ['terms_incomplete', 'terms_too_soon', 'terms_day_taken'],
    },
    ({ services, user, body }) => publishTerms(services, user.id, body),
  ),
  adminCall.get(
    '/orders/{id}/contract',
    {
      summary: 'The contract of an order, as its buyer received it',
      answers: ['The contract as a PDF file', ['application/pdf']],
      refuses: ['order_not_found', 'contract_not_concluded'],
    },
    async ({ services, params }) => answerPdf(await readContractOf(services, { orderId: params.id, userId: null })),
  ),
]
