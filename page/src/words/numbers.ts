// Numbers as a language writes them, and the form of a word that goes with a number.

/** "one" and "other" in English; Russian has "few" and "many", too; Chinese, Japanese and Korean have "other" alone. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export function numbersIn(language: string) {
  const format = new Intl.NumberFormat(language);
  const rules = new Intl.PluralRules(language);
  const count = (number: number): string => format.format(number);
  /** The number and its word: "1 gap", "2 gaps". */
  const plural = (number: number, forms: Forms): string =>
    `${count(number)} ${forms[rules.select(number)] ?? forms.other}`;
  return { count, plural };
}
