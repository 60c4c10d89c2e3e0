/** The texts of what members say of themselves. */
export const profiles = {
  title: 'About you',
  about: 'A text about yourself',
  pronouns: 'Pronouns',
  pronounsHint: 'As others should speak of you.',
  tagline: 'A line of your own',
  empty: 'Empty the profile',
  emptyOf: (name: string) => `Empty the profile of ${name}`,
  emptying: 'Removes the text, the pronouns and the line. The member gets a warning, and can write anew.',
}
