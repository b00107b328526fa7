import type { MailAttachment } from '#domain/kernel/mail.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import { findAcceptedTerms } from './contract-queries.server.ts'
import { type ContractServices, findOrMakeContract, type NotConcluded } from './make-contract.server.ts'
import { writeTermsPaper } from './write-contract.server.ts'

export type FindContractPapers = (checkoutId: string) => Promise<Result<MailAttachment[], NotConcluded>>

/**
 * What a buyer gets on a durable medium: the contract and the accepted terms in full. The terms are the same document
 * for everybody, so each process makes them once.
 */
export function createContractPapers(services: ContractServices): FindContractPapers {
  const papers = new Map<string, Promise<Buffer>>()

  async function findTermsPaper(checkoutId: string): Promise<MailAttachment> {
    const { db, now, pdf, profile } = services
    const accepted = await findAcceptedTerms(db, checkoutId)
    const { version, full_text: text } = accepted ?? (await readTermsInForce(db, now()))
    // Each page of the document names the shop.
    const key = `${profile.shopName}\n${text}`
    const known = papers.get(key)
    const paper = known ?? pdf.write(writeTermsPaper(text, profile))
    papers.set(key, paper)
    try {
      return { filename: `regulamin-${version}.pdf`, contentType: 'application/pdf', content: await paper }
    } catch (error) {
      papers.delete(key)
      throw error
    }
  }

  return async (checkoutId) => {
    const contract = await findOrMakeContract(services, checkoutId)
    return contract.ok ? ok([contract.value, await findTermsPaper(checkoutId)]) : contract
  }
}
