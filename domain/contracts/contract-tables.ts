import type { CreatedAt } from '#domain/catalog/catalog-tables.ts'

export type ContractTables = {
  contracts: {
    checkout_id: string
    pdf: Buffer
    made_at: CreatedAt
  }
}
