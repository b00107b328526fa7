/**
 * The invoice of a sale that counts, and its corrections, of papers oldest first: an invoice that was replaced because of
 * a wrong NIP is corrected to zero and counts no more.
 */
export function listLivingPapers<Paper extends { id: string; corrects_id: string | null; replaces_id: string | null }>(
  papers: readonly Paper[],
): Paper[] {
  const replaced = new Set(papers.map(({ replaces_id }) => replaces_id))
  const living = papers.find(({ id, corrects_id }) => corrects_id === null && !replaced.has(id))
  return papers.filter(({ id, corrects_id }) => living !== undefined && (id === living.id || corrects_id === living.id))
}
