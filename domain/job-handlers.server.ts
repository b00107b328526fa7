import { deliverMail } from '#domain/email/deliver-mail.server.ts'
import type { Services } from '#domain/services.ts'
import type { JobHandlers } from './jobs.ts'

/** The use case behind every job. */
export function jobHandlers(services: Pick<Services, 'db' | 'mail' | 'renderMail'>): JobHandlers {
  return {
    'deliver-mail': ({ mailId }, attempt) => deliverMail(services, mailId, attempt),
  }
}
