import { linkedContractFileSchema, linkedContractSchema } from '#domain/contracts/contract.ts'
import { readContractOf, readLinkedContract } from '#domain/contracts/make-contract.server.ts'
import type { MailAttachment } from '#domain/kernel/mail.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { customerCall, publicCall } from './call.ts'
import { answerFile } from './http.ts'
import { openLink } from './order-links.ts'

/** A contract as a download. */
export function answerPdf<F extends { reason: string }>(contract: Result<MailAttachment, F>): Result<Response, F> {
  if (!contract.ok) return contract
  const { filename, contentType, content } = contract.value
  return ok(answerFile(new Uint8Array(content), contentType, filename))
}

export const contractCalls = [
  customerCall.get(
    '/me/orders/{id}/contract',
    {
      summary: 'The contract of an own order, as its buyer received it',
      answers: ['The contract as a PDF file', ['application/pdf']],
      refuses: ['order_not_found', 'contract_not_concluded'],
    },
    async ({ services, user, params }) =>
      answerPdf(await readContractOf(services, { orderId: params.id, userId: user.id })),
  ),
  publicCall.post(
    '/order-link/contract',
    {
      summary: 'The contract of a checkout, by the token of its mailed link and the address of its buyer',
      description:
        'Takes the address as well, because the contract says who bought, and a link may have been passed on.',
      body: linkedContractSchema,
      answers: ['The contract', linkedContractFileSchema],
      refuses: ['order_link_invalid', 'contract_other_email', 'contract_not_concluded', 'too_many_attempts'],
    },
    async ({ body: { token, email }, ...caller }) => {
      const opened = await openLink(caller, token)
      if (!opened.ok) return opened
      const contract = await readLinkedContract(caller.services, { checkoutId: opened.value, email })
      if (!contract.ok) return contract
      const { filename, content } = contract.value
      return ok({ filename, pdf: content.toString('base64') })
    },
  ),
]
