import type { CreatedAt } from '#domain/kernel/created-at.ts'

export type ContractTables = {
  contracts: {
    checkout_id: string
    pdf: Buffer
    made_at: CreatedAt
  }
}
