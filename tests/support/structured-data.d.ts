declare module '@marbec/web-auto-extractor' {
  /** Reads a page's JSON-LD, microdata and RDFa. */
  export default class WebAutoExtractor {
    parse(html: string): { jsonld: Record<string, unknown[]>; [format: string]: unknown }
  }
}

declare module '@adobe/structured-data-validator' {
  /** Checks the rules of Google's rich results. */
  export default class Validator {
    validate(
      extracted: object,
    ): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING'; path: { type: string }[] }[]>
  }
}
