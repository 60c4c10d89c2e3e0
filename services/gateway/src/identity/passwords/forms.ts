const FOREIGN_BLANKS = /(?! )\p{Zs}/gu

/** A password in the one way in which it is hashed: composed, and with blanks of one kind (RFC 8265, 4.2.2). */
export const plainPassword = (password: string): string =>
  password.replaceAll(FOREIGN_BLANKS, ' ').normalize('NFC')

/**
 * How a password may have been hashed, the likeliest first: as it is hashed now, or, before that was so, as this or another
 * device sends it. Only one with letters beyond ASCII has two forms.
 */
export function formsOf(password: string): readonly string[] {
  const plain = plainPassword(password)
  const other = plain === password ? plain.normalize('NFD') : password
  return other === plain ? [plain] : [plain, other]
}
