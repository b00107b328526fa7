declare module 'fontkit' {
  type Font = {
    /** Every letter that the font has. */
    characterSet: number[]
    glyphForCodePoint(code: number): unknown
    unitsPerEm: number
    /** The outlines of a text, in units of the font; the y axis points upwards. */
    layout(text: string): { glyphs: Glyph[]; positions: { xAdvance: number; xOffset: number; yOffset: number }[] }
  }
  type Glyph = {
    path: {
      commands: { command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'; args: number[] }[]
    }
  }
  function create(bytes: Uint8Array): Font
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** A font that is open already. */
    registerFont(name: string, font: import('fontkit').Font): this
  }
}
