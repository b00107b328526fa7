import { linkedContractFileSchema, linkedContractSchema } from '#domain/contracts/contract.ts'
import { readContractOf, readLinkedContract } from '#domain/contracts/make-contract.server.ts'
import type { MailAttachment } from '#domain/kernel/mail.ts'
import { limitAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { refuse } from './errors.ts'
import { createRoute, createRouter, requireUser, z } from './http.ts'
import { answers, bodyErrors, errors, jsonBody } from './openapi.ts'

export const PDF_FILE = {
  200: {
    description: 'The contract as a PDF file',
    content: { 'application/pdf': { schema: z.string().meta({ format: 'binary' }) } },
  },
}

const ownRoute = createRoute({
  method: 'get',
  path: '/me/orders/{id}/contract',
  summary: 'The contract of an own order, as its buyer received it',
  security: [{ session: [] }],
  middleware: requireUser,
  request: { params: z.object({ id: z.string() }) },
  responses: { ...PDF_FILE, ...errors('sign_in_required', 'order_not_found', 'contract_not_concluded') },
})

const linkedRoute = createRoute({
  method: 'post',
  path: '/order-link/contract',
  summary: 'The contract of a checkout, by the token of its mailed link and the address of its buyer',
  description: 'Takes the address as well, because the contract says who bought, and a link may have been passed on.',
  request: { body: jsonBody(linkedContractSchema) },
  responses: {
    ...answers(linkedContractFileSchema, 'The contract'),
    ...bodyErrors('order_link_invalid', 'contract_other_email', 'contract_not_concluded', 'too_many_attempts'),
  },
})

/** Headers of the file as a download. */
export const pdfHeaders = ({ filename, contentType }: MailAttachment) => ({
  'Content-Type': contentType,
  'Content-Disposition': `attachment; filename="${filename}"`,
})

export const contractRoutes = createRouter()
  .openapi(ownRoute, async (c) => {
    const orderId = c.req.valid('param').id
    const contract = await readContractOf(c.var.services, { orderId, userId: c.var.user.id })
    if (!contract.ok) return refuse(c, contract.failure)
    return c.body(new Uint8Array(contract.value.content), 200, pdfHeaders(contract.value))
  })
  .openapi(linkedRoute, async (c) => {
    const { services, clientAddress } = c.var
    const counted = await limitAttempts(services, 'order_link', { account: null, clientAddress })
    if (!counted.ok) return refuse(c, counted.failure)
    const { token, email } = c.req.valid('json')
    const checkoutId = services.orderLinks.read(token)
    if (checkoutId === null) return refuse(c, { reason: 'order_link_invalid' })
    const contract = await readLinkedContract(services, { checkoutId, email })
    if (!contract.ok) return refuse(c, contract.failure)
    const { filename, content } = contract.value
    return c.json({ filename, pdf: content.toString('base64') }, 200)
  })
