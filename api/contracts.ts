import { linkedContractFileSchema, linkedContractSchema } from '#domain/contracts/contract.ts'
import { readContractOf, readLinkedContract } from '#domain/contracts/make-contract.server.ts'
import type { MailAttachment } from '#domain/kernel/mail.ts'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { customerCall, publicCall } from './call.ts'

/** A contract as a download. */
export function answerPdf<F extends { reason: string }>(contract: Result<MailAttachment, F>): Result<Response, F> {
  if (!contract.ok) return contract
  const { filename, contentType, content } = contract.value
  const headers = { 'Content-Type': contentType, 'Content-Disposition': `attachment; filename="${filename}"` }
  return ok(new Response(new Uint8Array(content), { headers }))
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
    async ({ services, body: { token, email }, clientAddress }) => {
      const counted = await limitAttempts(services, 'order_link', { account: null, clientAddress })
      if (!counted.ok) return counted
      const checkoutId = services.orderLinks.read(token)
      if (checkoutId === null) return fail({ reason: 'order_link_invalid' })
      const contract = await readLinkedContract(services, { checkoutId, email })
      if (!contract.ok) return contract
      const { filename, content } = contract.value
      return ok({ filename, pdf: content.toString('base64') })
    },
  ),
]
