import type { RenderMail } from '#domain/email/mail.ts'
import type { ShopProfile } from '#domain/settings/settings.ts'
import { orderConfirmationHtml, orderConfirmationText } from '#infra/email/templates/order-confirmation.ts'
import { buildTexts } from '#infra/email/templates/order-confirmation-words.ts'

/** The letters of this shop. Whatever stands in the data is escaped on its way into HTML. */
export function createMailRenderer(profile: ShopProfile): RenderMail {
  return async ({ template, data }) => {
    switch (template) {
      case 'order-confirmation':
        return {
          subject: buildTexts(data, profile).subject,
          html: String(await orderConfirmationHtml(data, profile)),
          text: orderConfirmationText(data, profile),
        }
    }
  }
}
