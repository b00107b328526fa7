import type { z } from 'zod'
import { orderConfirmationSchema } from '#domain/email/order-confirmation.ts'

/** Every letter the shop writes and the shape of what it is written from. Outbox rows are checked against it when read. */
export const MAIL_TEMPLATES = {
  'order-confirmation': orderConfirmationSchema,
} as const

export type MailTemplate = keyof typeof MAIL_TEMPLATES
export type MailData<Template extends MailTemplate> = z.infer<(typeof MAIL_TEMPLATES)[Template]>

/** A template with its data, told apart by `template`. */
export type MailContent = {
  [Template in MailTemplate]: { template: Template; data: MailData<Template> }
}[MailTemplate]

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(MAIL_TEMPLATES, name)
}

/** What a reader sees. */
export type RenderedMail = { subject: string; html: string; text: string }

/** Port to the wording and looks of the letters. */
export type RenderMail = (content: MailContent) => Promise<RenderedMail>
