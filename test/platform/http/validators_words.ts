/** What no answer says: words of the validating library, and those of a rule that has no words of its own. */
export const VALIDATORS_WORDS = /Invalid \w+: |but received|is not valid/;
