import { PDF_FILE, pdfHeaders } from '#api/contracts.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { readContractOf } from '#domain/contracts/make-contract.server.ts'
import { publishTerms, readTermsArchive } from '#domain/terms/publish-terms.server.ts'
import { newTermsSchema, publishedTermsSchema, termsArchiveSchema } from '#domain/terms/terms.ts'

const admin = { tags: ['admin'], security: [{ session: [] }] }

const readRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/terms',
  summary: 'Every version of the terms, and the text of the newest',
  responses: { ...answers(termsArchiveSchema, 'The versions'), ...errors('not_found') },
})

const publishRoute = createRoute({
  ...admin,
  method: 'post',
  path: '/admin/terms',
  summary: 'Publishes terms from a day on, and has every account told by mail',
  request: { body: jsonBody(newTermsSchema) },
  responses: {
    ...answers(publishedTermsSchema, 'Published'),
    ...bodyErrors('not_found', 'proof_required', 'terms_incomplete', 'terms_too_soon', 'terms_day_taken'),
  },
})

const contractRoute = createRoute({
  ...admin,
  method: 'get',
  path: '/admin/orders/{id}/contract',
  summary: 'The contract of an order, as its buyer received it',
  request: { params: z.object({ id: z.string() }) },
  responses: { ...PDF_FILE, ...errors('not_found', 'order_not_found', 'contract_not_concluded') },
})

export const adminTermsRoutes = createAdminRouter()
  .openapi(readRoute, async (c) => c.json(await readTermsArchive(c.var.services), 200))
  .openapi(publishRoute, async (c) => {
    const { services, user } = c.var
    const published = await publishTerms(services, user.id, c.req.valid('json'))
    return published.ok ? c.json(published.value, 200) : refuse(c, published.failure)
  })
  .openapi(contractRoute, async (c) => {
    const contract = await readContractOf(c.var.services, { orderId: c.req.valid('param').id, userId: null })
    if (!contract.ok) return refuse(c, contract.failure)
    return c.body(new Uint8Array(contract.value.content), 200, pdfHeaders(contract.value))
  })
