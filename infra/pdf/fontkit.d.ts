declare module 'fontkit' {
  type Font = {
    /** Every letter that the font has. */
    characterSet: number[]
    glyphForCodePoint(code: number): unknown
  }
  function create(bytes: Uint8Array): Font
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** A font that is open already. */
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
