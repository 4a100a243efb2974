/** Styles that only the converter knows: what is written in them stands for what it would leave out. */
export const equationStyle = "LecternEquation";
export const ruleStyle = "LecternRule";
