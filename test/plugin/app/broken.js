import "./broken/release-notes/SKILL.md";
