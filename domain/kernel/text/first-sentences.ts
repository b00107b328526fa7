import type { z } from 'zod'

/** The first message of each field. zod lists issues in the order of the schema. */
export function firstSentences(issues: readonly z.core.$ZodIssue[]): Partial<Record<string, string>> {
  const fields: Partial<Record<string, string>> = {}
  for (const { path, message } of issues) fields[String(path[0])] ??= message
  return fields
}
