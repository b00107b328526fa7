import { createHash } from 'node:crypto'

/** SHA-256 of a file, Base64: what its codes and KSeF know it by. */
export const hashInvoice = (xml: string): string => createHash('sha256').update(xml, 'utf8').digest('base64')
